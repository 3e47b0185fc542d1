/** The games on the visitor's own device: SQLite's files, each a file of the browser's own file system. */

import { base } from "../lib/address.js";

const NAMES = ["games.sqlite", "games.sqlite-journal"];
const PATIENCE_MS = 10_000;
const NO_ENTRY = 44; // Emscripten's numbers of errors
const NO_SPACE = 51;

/** @typedef {{ getSize(): number, read(to: Uint8Array, where: { at: number }): number, write(from: Uint8Array, where: { at: number }): number, truncate(size: number): void, flush(): void }} Handle */

/** A file in memory, for what need not be kept, and for browsers that keep nothing. */
class Memory {
  /** @type {Uint8Array} */
  bytes = new Uint8Array(0);
  getSize = () => this.bytes.length;
  flush = () => {};
  /** @param {Uint8Array} to @param {{ at: number }} where */
  read(to, { at }) {
    const part = this.bytes.subarray(at, at + to.length);
    to.set(part);
    return part.length;
  }
  /** @param {Uint8Array} from @param {{ at: number }} where */
  write(from, { at }) {
    if (at + from.length > this.bytes.length) this.truncate(at + from.length);
    this.bytes.set(from, at);
    return from.length;
  }
  /** @param {number} size */
  truncate(size) {
    const old = this.bytes.subarray(0, size);
    this.bytes = new Uint8Array(size);
    this.bytes.set(old);
  }
}

/** Open the files; a worker of a tab that was just closed may have them a moment longer. */
export async function openDisk() {
  const folder = await openFolder();
  if (!folder) return new Disk(new Map(), false);
  const handles = await Promise.all(NAMES.map((name) => openFile(folder, name)));
  return new Disk(new Map(NAMES.map((name, place) => [name, handles[place]])), true);
}

/** Open the folder of this site; there is none where the browser keeps nothing. */
async function openFolder() {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(`sapper ${encodeURIComponent(base)}`, { create: true });
  } catch (error) {
    console.warn("no file system:", error);
    return null;
  }
}

/** @param {FileSystemDirectoryHandle} folder @param {string} name @returns {Promise<Handle>} */
async function openFile(folder, name) {
  const file = /** @type {any} */ (await folder.getFileHandle(name, { create: true }));
  for (const start = performance.now(); ;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      const busy = error instanceof DOMException && error.name === "NoModificationAllowedError";
      if (!busy) throw error;
      if (performance.now() - start > PATIENCE_MS) throw new Error("another window has its games");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

class Disk {
  /** @param {Map<string, Handle | undefined>} handles @param {boolean} keeps */
  constructor(handles, keeps) {
    this.handles = handles;
    this.keeps = keeps;
    this.changed = false;
  }

  /** Wait until all that was written is stored. */
  flush() {
    if (this.changed) for (const handle of this.handles.values()) handle?.flush();
    this.changed = false;
  }

  /** Show the files in a folder of Python's file system. @param {any} FS @param {string} path */
  mount(FS, path) {
    const type = fileSystem(FS, this);
    FS.mkdirTree(path);
    const root = FS.mount(type, {}, path);
    for (const [name, handle] of this.handles)
      if (handle?.getSize()) type.node_ops.mknod(root, name, 0o100600, 0);
  }
}

/** A file system in the form that Emscripten asks for. @param {any} FS @param {Disk} disk */
function fileSystem(FS, disk) {
  /**
   * Change a file; if the browser refuses, there is no room for it.
   * @param {() => void} work
   */
  const change = (work) => {
    disk.changed = true;
    try {
      work();
    } catch (error) {
      console.warn("not stored:", error);
      throw new FS.ErrnoError(NO_SPACE);
    }
  };
  const stream_ops = streamOperations(change);
  const node_ops = { ...nodeOperations(FS, change), mknod };
  /** @param {any} parent @param {string} name @param {number} mode @param {number} device */
  function mknod(parent, name, mode, device) {
    const node = FS.createNode(parent, name, mode, device);
    Object.assign(node, { node_ops, stream_ops, time: Date.now() });
    if (FS.isDir(mode)) node.names = new Set();
    else node.file = disk.handles.get(name) ?? new Memory();
    parent?.names.add(name);
    return node;
  }
  /** @param {any} _mount */
  const mount = (_mount) => mknod(null, "/", 0o40777, 0);
  return { mount, node_ops, stream_ops };
}

/** @typedef {(work: () => void) => void} Change */

/** @param {any} FS @param {Change} change */
function nodeOperations(FS, change) {
  return {
    getattr: attributes,
    /** @param {any} node @param {any} wish */
    setattr(node, wish) {
      if (wish.mode !== undefined && wish.mode !== null) node.mode = wish.mode;
      if (wish.size !== undefined && wish.size !== null)
        change(() => node.file.truncate(wish.size));
    },
    lookup() {
      throw new FS.ErrnoError(NO_ENTRY); // what is there is known
    },
    /** @param {any} node @param {any} folder @param {string} name */
    rename(node, folder, name) {
      node.parent.names.delete(node.name);
      folder.names.add(name);
      node.name = name;
    },
    /** @param {any} parent @param {string} name */
    unlink(parent, name) {
      const { file } = FS.lookupNode(parent, name);
      change(() => file.truncate(0));
      parent.names.delete(name);
    },
    /** @param {any} node */
    readdir: (node) => [".", "..", ...node.names],
  };
}

/** @param {any} node */
function attributes({ id: ino, mode, file, time }) {
  const size = file ? file.getSize() : 4096;
  const date = new Date(time);
  const times = { atime: date, mtime: date, ctime: date };
  return {
    dev: 1,
    ino,
    mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    ...times,
    blksize: 4096,
    blocks: Math.ceil(size / 4096),
  };
}

/** @param {Change} change */
function streamOperations(change) {
  /** @param {any} heap @param {number} offset @param {number} length */
  const part = (heap, offset, length) =>
    new Uint8Array(heap.buffer, heap.byteOffset + offset, length);
  return {
    /** @param {any} stream @param {any} heap @param {number} offset @param {number} length @param {number} at */
    read: (stream, heap, offset, length, at) =>
      stream.node.file.read(part(heap, offset, length), { at }),
    /** @param {any} stream @param {any} heap @param {number} offset @param {number} length @param {number} at */
    write(stream, heap, offset, length, at) {
      change(() => {
        const written = stream.node.file.write(part(heap, offset, length), { at });
        if (written !== length) throw new Error(`${written} of ${length} bytes were written`);
      });
      return length;
    },
    /** @param {any} stream @param {number} offset @param {number} whence */
    llseek(stream, offset, whence) {
      const from = [0, stream.position, stream.node.file?.getSize() ?? 0][whence] ?? 0;
      return from + offset;
    },
    /** @param {any} stream */
    fsync(stream) {
      stream.node.file?.flush();
      return 0;
    },
  };
}
