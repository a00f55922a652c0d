/** Where pictures are kept. A file's name carries its content's hash, so that it never changes under its name. */
export type ImageStore = {
  name: string
  has(file: string): Promise<boolean>
  put(file: string, bytes: Uint8Array): Promise<void>
}
