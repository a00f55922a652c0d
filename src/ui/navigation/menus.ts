/**
 * A menu (`data-closes`) goes when one of its links is followed, or one of its buttons pressed: a page that is come back to shows none.
 * Once for each document.
 */
export function hideMenusWithTheirLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const followed = target instanceof Element ? target.closest('a, button:not([popovertarget])') : null
    followed?.closest<HTMLElement>('[popover][data-closes]')?.hidePopover()
  })
}
