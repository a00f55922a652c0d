// The package's own types of this entry are lost under TypeScript's "nodenext"; it exports the same function as the
// main entry, and differs in loading nothing before it is called.
declare module '@stripe/stripe-js/pure' {
  export { loadStripe } from '@stripe/stripe-js'
}
