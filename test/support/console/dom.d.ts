// React's types name the elements of a page without their members. Tests hand functions to a browser, which has them all.
// biome-ignore-all lint/suspicious/noExplicitAny: the library of the browser is no part of this program
interface HTMLElement {
  readonly [member: string]: any;
}
interface SVGElement {
  readonly [member: string]: any;
}
