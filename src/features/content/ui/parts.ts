export { Lost } from './lost.ts'
export { NavigationProgress } from './navigation-progress.tsx'
