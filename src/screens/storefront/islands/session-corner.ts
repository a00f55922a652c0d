export { SessionCorner } from '../../frame/session-corner.tsx'
