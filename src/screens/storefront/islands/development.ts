/** While developing: the pages bring their looks with them, and change as they are written. */
import '../pages.ts'
import './start.ts'
