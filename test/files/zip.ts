import { crc32, deflateRawSync } from 'node:zlib'

type Zipped = {
  /** What its table of contents says of the size, where that is a lie. */
  saysSize?: number
  flags?: number
}

/** A ZIP of these files, packed by deflate, as an archiver writes one. */
export function zip(files: Record<string, Uint8Array>, { saysSize, flags = 0x800 }: Zipped = {}): Buffer {
  const parts: Buffer[] = []
  const table: Buffer[] = []
  let offset = 0
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(flags, 2)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(saysSize ?? bytes.length, 18)
    about.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    table.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, rest, name]))
    parts.push(local)
    offset += local.length
  }
  const contents = Buffer.concat(table)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(table.length, 8)
  end.writeUInt16LE(table.length, 10)
  end.writeUInt32LE(contents.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, contents, end])
}

/** What a browser sends for a chosen ZIP. */
export function zipForm(files: Record<string, Uint8Array> | Buffer): FormData {
  const form = new FormData()
  const bytes = Buffer.isBuffer(files) ? files : zip(files)
  form.set('zip', new Blob([Uint8Array.from(bytes)], { type: 'application/zip' }), 'pictures.zip')
  return form
}
