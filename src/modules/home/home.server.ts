export { readPublished } from './lists.server.ts'
export { keepPublished, mountPublished } from './publish.server.ts'
