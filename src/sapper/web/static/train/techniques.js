/** The pages about techniques: idea, how to see it, an example, and a way to train it. */

import { box, element, find } from "../lib/element.js";
import { link } from "../lib/form.js";
import { boardlessPage, untilLeft } from "../page/mode.js";
import { api } from "../server/api.js";
import { slug, titled } from "../words/words.js";

/** @typedef {import("../types.js").LessonForm} Lesson */

/** @param {import("../page/router.js").Route} route */
export async function open({ parts }) {
  const page = boardlessPage();
  page.replaceChildren();
  const { signal } = untilLeft();
  const { lessons } = await api.lessons();
  if (signal.aborted) return;
  const place = lessons.findIndex(({ technique }) => slug(technique) === parts[0]);
  const lesson = lessons[place];
  if (lesson) {
    document.title = `${titled(lesson.technique)} · Sapper`;
    find("#heading").textContent = titled(lesson.technique);
    page.replaceChildren(chapter(lesson, lessons));
  } else page.replaceChildren(contents(lessons));
  page.scrollTop = 0;
}

/** @param {Lesson[]} lessons */
function contents(lessons) {
  const cards = lessons.map((lesson) =>
    element(
      "a",
      { class: "card", href: address(lesson) },
      picture(lesson),
      element("h2", {}, titled(lesson.technique)),
      element("p", {}, lesson.idea),
    ),
  );
  return box("techniques", box("shelf", ...cards));
}

/** @param {Lesson} lesson @param {Lesson[]} lessons */
function chapter(lesson, lessons) {
  const name = titled(lesson.technique);
  const chapters = lessons.map((each) =>
    element(
      "a",
      { class: "button", href: address(each), "aria-current": each === lesson && "page" },
      titled(each.technique),
    ),
  );
  return box(
    "techniques",
    element(
      "nav",
      { class: "line", "aria-label": "Techniques" },
      link("All", "/techniques"),
      ...chapters,
    ),
    element(
      "article",
      { class: "card" },
      element("h2", {}, name),
      element("p", { class: "idea" }, lesson.idea),
      element("figure", {}, picture(lesson), element("figcaption", {}, ...reasonLines(lesson))),
      element("h3", {}, "How to see it"),
      element("p", {}, lesson.look),
      link(`Train ${lesson.technique}`, `/train/${slug(lesson.technique)}`, {
        class: "button main",
      }),
    ),
  );
}

/** @param {Lesson} lesson */
function reasonLines({ caption, steps, text }) {
  const title = element("b", {}, `Example: ${caption}`);
  if (steps.length < 2) return [title, element("p", {}, text)];
  return [title, element("ol", {}, ...steps.map((step) => element("li", {}, step)))];
}

/** Make the server's drawing a part of the page. @param {Lesson} lesson */
function picture({ picture, caption }) {
  const svg = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const node = document.importNode(svg, true);
  node.setAttribute("aria-label", caption);
  node.querySelector("title")?.remove();
  return node;
}

/** @param {Lesson} lesson */
function address({ technique }) {
  return `/techniques/${slug(technique)}`;
}
