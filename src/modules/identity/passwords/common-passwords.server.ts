import { Refusal } from '#kernel/refusals'
import { refusal } from '../library/http.server.ts'
import { refuse } from '../refusals.rules.ts'
import { passwordLength } from './length.rules.ts'

/**
 * The passwords that guessers try first, as the yearly counts of leaked passwords agree on them (public facts: the lists
 * of the UK's NCSC, of NordPass and of Have I Been Pwned). Those of six characters or more, in small letters; what follows a
 * pattern is found by rule below.
 */
const commonest = new Set(
  `password passw0rd p@ssword p@ssw0rd pass1234 iloveyou iloveu princess sunshine football baseball basketball soccer
  monkey dragon master shadow superman batman pokemon naruto michael jordan jennifer jessica ashley daniel charlie
  andrew thomas robert joshua matthew anthony william nicole michelle amanda hunter hannah jasmine samantha
  welcome letmein login admin administrator default changeme secret access whatever trustno1 starwars freedom
  computer internet google facebook linkedin samsung apple myspace microsoft windows android hello hello123
  killer pepper ginger summer winter spring autumn flower cookie cheese banana orange purple yellow silver golden
  liverpool arsenal chelsea barcelona realmadrid juventus manchester ferrari mercedes porsche yamaha harley mustang
  corvette toyota honda nissan toyota123 lovely forever family friends angels angel123 butterfly rainbow chocolate
  qwerty qwertyuiop qwerty123 qwer1234 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3 q1w2e3r4 qazwsx qazwsxedc
  asdfgh asdfghjkl asd123 zxcvbn zxcvbnm azerty azertyuiop qwertz 1234qwer abc123 abcd1234 a1b2c3 a1b2c3d4 a123456
  aa123456 123abc 123qwe 123321 456789 147258 147258369 159753 159357 789456 789456123 112233 121212 123123 131313
  696969 159951 987654 102030 1122334455 000000 111111 555555 666666 777777 888888 999999 password1 test123 testing
  guest123 user123 root123 toor123 system server database mechanic workshop garage spanner wrench tappet`.split(/\s+/),
)

const rows = ['0123456789', '1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const runs = rows.flatMap(row => [row, row.split('').toReversed().join('')])

/** Whether guessers try this password first: a listed one, also with digits behind it; a run of keys; a part again and again. */
export function isCommonPassword(password: string): boolean {
  // A shorter one is refused as too short.
  if (password.length < passwordLength.least) return false
  const plain = password.toLowerCase()
  const word = plain.replace(/[\d!.?*#$]{1,4}$/, '')
  if (commonest.has(plain) || (word.length >= 4 && commonest.has(word))) return true
  if (runs.some(run => run.includes(plain))) return true
  return /^(.{1,3})\1+$/.test(plain)
}

/** Refuses: password-common, password-is-email. */
export function requireOwnPassword(password: string, email: string): void {
  const plain = password.trim().toLowerCase()
  if (plain === email.toLowerCase() || plain === email.toLowerCase().split('@', 1)[0]) throw refuse('password-is-email')
  if (isCommonPassword(password)) throw refuse('password-common')
}

/**
 * Attack: an account that the first guesses of everybody open. The same where the identity library makes an account.
 * Held by "finds no account with a password that is guessed first" in `test/attacks/brute-force.test.ts`.
 */
export function requireOwnPasswordAtSignUp(body: unknown): void {
  const { email, password } = Object(body) as { email?: unknown; password?: unknown }
  try {
    requireOwnPassword(String(password), String(email))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw refusal('BAD_REQUEST', error.code.toUpperCase().replaceAll('-', '_'), { message: error.message })
  }
}
