/** A menu (`data-closes`) goes when one of its links is followed: a page that is come back to shows none. Once for each document. */
export function hideMenusWithTheirLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    link?.closest<HTMLElement>('[popover][data-closes]')?.hidePopover()
  })
}
