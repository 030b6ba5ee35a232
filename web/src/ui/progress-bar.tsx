import './progress-bar.css'

/** How far something long has come. In: what it is, and done out of all; without `all` it only says that it goes on. */
export const ProgressBar = ({ label, done, all }: { label: string; done?: number; all?: number }) => (
  <progress className="progress-bar" aria-label={label} {...(all === undefined ? {} : { value: done, max: all })} />
)
