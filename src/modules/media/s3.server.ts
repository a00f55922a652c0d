import type { S3Client } from '@aws-sdk/client-s3'
import { refuse } from './refusals.rules.ts'
import { loadedOnce } from '#platform/loaded-once'
import type { Log } from '#platform/log'
import type { ImageStore } from './port.server.ts'

export type S3Settings = { endpoint: string; bucket: string; key: string; secret: string }

/** How long one call to the store may take. */
const timeoutMs = 15_000

type Sdk = typeof import('@aws-sdk/client-s3')

/** Pictures in a bucket of any S3-compatible store. Its library is loaded with the first call that needs it. */
export function s3Images(settings: S3Settings, log: Log): ImageStore {
  const connect = loadedOnce(() => openClient(settings))

  const ask = async <T>(
    call: (sdk: Sdk, client: S3Client, abortSignal: AbortSignal) => Promise<T>,
    code: 'image-host-unreachable' | 'image-host-silent' = 'image-host-unreachable',
  ): Promise<T> => {
    const { sdk, client } = await connect()
    try {
      return await call(sdk, client, AbortSignal.timeout(timeoutMs))
    } catch (error) {
      if (isMissing(error)) throw error
      log.error({ error, bucket: settings.bucket }, 'the image store refused or did not answer')
      throw refuse(code)
    }
  }
  const place = (file: string) => ({ Bucket: settings.bucket, Key: file })

  return {
    name: `S3 bucket ${settings.bucket} at ${new URL(settings.endpoint).host}`,
    async has(file) {
      return orMissing(
        ask((sdk, client, abortSignal) => client.send(new sdk.HeadObjectCommand(place(file)), { abortSignal })),
      ).then(head => head !== undefined)
    },
    async put(file, bytes) {
      const what = { ...place(file), Body: bytes, ContentType: typeOf(file) }
      await ask((sdk, client, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ ...what, CacheControl: 'public, max-age=31536000, immutable' }), {
          abortSignal,
        }),
      )
    },
    async read(file) {
      return orMissing(
        ask(async (sdk, client, abortSignal) => {
          const object = await client.send(new sdk.GetObjectCommand(place(file)), { abortSignal })
          return object.Body?.transformToByteArray()
        }, 'image-host-silent'),
      )
    },
    async remove(file) {
      await orMissing(
        ask((sdk, client, abortSignal) => client.send(new sdk.DeleteObjectCommand(place(file)), { abortSignal })),
      )
    },
  }
}

const typeOf = (file: string): string =>
  file.endsWith('.pdf') ? 'application/pdf' : file.endsWith('.avif') ? 'image/avif' : 'image/webp'

async function openClient({ endpoint, key, secret }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: true,
    maxAttempts: 3,
    // Not every compatible store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { sdk, client }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)
}

/** What was found; undefined when there is no such file. */
async function orMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
