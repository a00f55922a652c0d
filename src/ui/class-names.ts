/** Joins the classes that apply: `classNames(styles.button, pending && styles.pending)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
