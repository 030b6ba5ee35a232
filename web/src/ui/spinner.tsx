import './spinner.css'

/** A small turning ring: something runs. Words beside it say what. */
export const Spinner = () => <span aria-hidden className="spinner" />
