import type { ApiModeImpact, Observation } from '@atrium/contract/features/registry/registry.contract.ts'
import './registry.css'

type Named = ApiModeImpact['refused']['named'][number] & Partial<Observation['seen']['named'][number]>
type PeopleProps = { people: number; named: readonly Named[] }

/** People of one’s own company by name; of the others, how many there are. */
export const People = ({ people, named }: PeopleProps) => (
  <>
    {named.length > 0 && (
      <ul className="registry-rows concerned">
        {named.map(({ name, account, calls }) => (
          <li key={account}>
            <span>{`${name}（${account}）`}</span>
            {calls !== undefined && <span className="registry-count">{`${calls} 次`}</span>}
          </li>
        ))}
      </ul>
    )}
    {people > named.length && (
      <p className="registry-quiet">
        {named.length === 0
          ? '都是其他公司的人，不显示姓名。'
          : `另外 ${people - named.length} 人未列出，其他公司的人不显示姓名。`}
      </p>
    )}
  </>
)

/** A list of codes under what they are. */
export const Codes = ({ label, codes }: { label: string; codes: readonly string[] }) =>
  codes.length > 0 && (
    <>
      <p>{label}</p>
      <ul className="registry-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  )
