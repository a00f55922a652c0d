import styles from './paper.module.css'

/** The class of what is printed of an order. */
export const paperClass = styles.paper
