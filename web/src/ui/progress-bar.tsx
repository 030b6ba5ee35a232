import './progress-bar.css'

/** Progress bar; without `all` it is indeterminate. */
export const ProgressBar = ({ label, done, all }: { label: string; done?: number; all?: number }) => (
  <progress className="progress-bar" aria-label={label} {...(all === undefined ? {} : { value: done, max: all })} />
)
