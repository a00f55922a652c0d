export { ImageField } from './image-field.tsx'
export { ImagesField } from './images-field.tsx'
