import type { ReadSettings, Settings } from '#platform/settings'
import { type Reader, wrong } from '#platform/settings/reader'

declare module '#platform/settings' {
  interface Settings {
    s3: { endpoint: string; bucket: string; key: string; secret: string } | undefined
    imageHost: { url: string; key: string } | undefined
  }
}

export const readMediaSettings: ReadSettings = read => readImages(read)

/** One store for pictures, or none: then they are kept in the data folder. */
function readImages(read: Reader): Pick<Settings, 's3' | 'imageHost'> {
  const endpoint = read.address('S3_ENDPOINT')
  const bucket = read.text('S3_BUCKET')
  const key = read.text('S3_KEY')
  const secret = read.text('S3_SECRET')
  const url = read.address('IMAGE_HOST_URL')
  const hostKey = read.text('IMAGE_HOST_KEY')
  const ofS3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret }
  const s3 = endpoint && bucket && key && secret ? { endpoint, bucket, key, secret } : undefined
  const imageHost = url && hostKey ? { url, key: hostKey } : undefined
  if (!s3) requireNone(ofS3, 'is missing beside the other S3 settings')
  if (!imageHost) requireNone({ IMAGE_HOST_URL: url, IMAGE_HOST_KEY: hostKey }, 'is missing beside its other half')
  if (s3 && imageHost) wrong('IMAGE_HOST_URL', 'is set beside the S3 settings; pictures have one home, so remove one')
  return { s3, imageHost }
}

/** All of a group are missing, or the first that is missing is named. */
function requireNone(group: Record<string, string | undefined>, complaint: string): void {
  if (Object.values(group).every(value => value === undefined)) return
  for (const [name, value] of Object.entries(group)) if (value === undefined) wrong(name, complaint)
}
