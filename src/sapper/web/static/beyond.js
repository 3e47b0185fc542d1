/** Shades the edges of the stage at which the board goes on. */

export class Beyond {
  /**
   * @param {HTMLElement} board  what is scrolled
   * @param {HTMLElement} stage  what scrolls
   * @param {HTMLElement} root  the element that lies over the stage
   */
  constructor(board, stage, root) {
    this.stage = stage;
    this.root = root;
    stage.addEventListener("scroll", () => this._shade(), { passive: true });
    const sizes = new ResizeObserver(() => this._shade());
    sizes.observe(stage);
    sizes.observe(board);
  }

  _shade() {
    const { scrollTop, scrollLeft, clientWidth, clientHeight, scrollWidth, scrollHeight } = this.stage;
    this.root.style.width = `${clientWidth}px`;
    this.root.style.height = `${clientHeight}px`;
    const goesOn = {
      up: scrollTop > 1,
      left: scrollLeft > 1,
      down: scrollTop + clientHeight < scrollHeight - 1,
      right: scrollLeft + clientWidth < scrollWidth - 1,
    };
    for (const [side, is] of Object.entries(goesOn))
      this.root.classList.toggle(`goes-${side}`, is);
  }
}
