/**
 * Something outside the program keeps it from starting: a wrong setting, a taken port, a database out of reach.
 * `message` is the one line an operator reads; it says what to do. The program prints it and exits with status 1.
 */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}
