/** Examples of settings that belong together. */
export type Environment = Record<string, string>

export const secret = 'a-secret-of-at-least-thirty-two-characters'
export const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
export const s3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'pictures', S3_KEY: 'AKIA', S3_SECRET: 'hidden' }
export const imageHost = { IMAGE_HOST_URL: 'https://images.example/1/upload', IMAGE_HOST_KEY: 'hidden' }
export const google = { GOOGLE_CLIENT_ID: 'shop.apps.example', GOOGLE_CLIENT_SECRET: 'a client secret' }
export const firebase = {
  FIREBASE_API_KEY: 'AIza-public',
  FIREBASE_AUTH_DOMAIN: 'my-shop.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'my-shop',
}
