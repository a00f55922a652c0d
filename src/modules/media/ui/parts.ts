export { ImageField } from './image-field.tsx'
