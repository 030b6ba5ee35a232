import type { ApiModeImpact, Observation } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import './registry.css'

type NamedUser = ApiModeImpact['refused']['named'][number] & Partial<Observation['seen']['named'][number]>
type UserNamesProps = { people: number; named: readonly NamedUser[] }

/** Users of the own company by name; of others, only their number. */
export const UserNames = ({ people, named }: UserNamesProps) => (
  <>
    {named.length > 0 && (
      <ul className="registry-rows concerned">
        {named.map(({ name, account, calls }) => (
          <li key={account}>
            <span>{userName({ name, account })}</span>
            {calls !== undefined && <span className="registry-count">{t('{calls} 次', { calls })}</span>}
          </li>
        ))}
      </ul>
    )}
    {people > named.length && (
      <p className="registry-quiet">
        {named.length === 0
          ? t('均为其他公司的用户，不显示姓名。')
          : t('另外 {people} 人未列出，其他公司的用户不显示姓名。', { people: people - named.length })}
      </p>
    )}
  </>
)

/** A labelled list of codes. */
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
