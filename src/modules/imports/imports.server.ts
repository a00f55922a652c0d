export { exportFile } from './export/export.server.ts'
export { importByCommand, type CommandResult } from './command/command.server.ts'
