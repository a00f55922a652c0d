/** In the page: whether nothing of an element's text is cut off: by the paper, or by what it stands in. */
export function isWhole(element: Element): boolean {
  const around: Element[] = []
  for (let one: Element | null = element; one; one = one.parentElement) around.push(one)
  const isCut = around.some(
    one => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > Math.max(one.clientWidth, 1),
  )
  const { left, right } = element.getBoundingClientRect()
  return !isCut && left >= 0 && right <= document.documentElement.clientWidth
}
