/** Where menus and tooltips are put: inside the page's main landmark, so that a reader finds them in it. */
export function portalPlace(): HTMLElement | null {
  return document.querySelector('main')
}
