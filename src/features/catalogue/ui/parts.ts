export { ToolCard, type ToolTag } from './tool-card.tsx'
export { ToolGrid } from './tool-grid.tsx'
