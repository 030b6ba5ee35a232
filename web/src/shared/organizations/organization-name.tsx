import { pathText } from './path-text.ts'
import './organization-name.css'

/** An organisation below its parent: in narrow columns the parent gives way first. */
export const OrganizationName = ({ above, name }: { above: readonly string[]; name: string }) => (
  <span className="organization-name" title={pathText(above, name)}>
    {above.length > 0 && <span>{above.at(-1)}</span>}
    <span>{above.length > 0 ? ` / ${name}` : name}</span>
  </span>
)
