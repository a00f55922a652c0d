export { SearchBox } from '#parts/finder'
