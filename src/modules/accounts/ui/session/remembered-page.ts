/**
 * The state of a navigation from the login to the page that it remembered. `Protected` reads it: who may not open that
 * page goes home, and is not signed out again (decisions, section 3). So the routes say whose page it is, and no list.
 */
export const rememberedPage = { isRemembered: true }

/** Whether a location's state is `rememberedPage`. */
export function isRememberedPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isRemembered' in state
}
