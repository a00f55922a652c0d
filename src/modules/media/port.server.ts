/**
 * Where pictures and documents are kept. A file's name carries its content's hash, so that it never changes under its name: storing it
 * twice, at once or again, is storing it once. What a store cannot do just now, it refuses: image-host-unreachable, or
 * image-host-silent of what is read.
 */
export type ImageStore = {
  /** As the start-up log says it. */
  name: string
  /** It refuses whatever is no picture. */
  takesPicturesOnly?: true
  has(file: string): Promise<boolean>
  put(file: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a file, or undefined when there is none. */
  read(file: string): Promise<Uint8Array | undefined>
  /** Removing what is not there is no failure. */
  remove(file: string): Promise<void>
}
