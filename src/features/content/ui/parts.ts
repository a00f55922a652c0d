export { LostPage } from './lost-page.tsx'
export { NavigationProgress } from './navigation-progress.tsx'
