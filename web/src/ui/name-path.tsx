import { pathText } from './path-text.ts'
import './name-path.css'

/** A name below that of its parent: in narrow columns the parent gives way first. */
export const NamePath = ({ above, name }: { above: readonly string[]; name: string }) => (
  <span className="name-path" title={pathText(above, name)}>
    {above.length > 0 && <span>{above.at(-1)}</span>}
    <span>{above.length > 0 ? ` / ${name}` : name}</span>
  </span>
)
