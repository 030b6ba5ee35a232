import './spinner.css'

/** Spinner. Decorative: text beside it says what is running. */
export const Spinner = () => <span aria-hidden className="spinner" />
