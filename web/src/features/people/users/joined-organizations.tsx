import { dutyNames } from '@atrium/contract/features/people/users/user-words.ts'
import type { UserDetail } from '@atrium/contract/features/people/users/users.contract.ts'
import { Link } from 'react-router'
import { Empty } from '../../../ui/empty.tsx'
import { pathText } from '../../../ui/path-text.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import './users.css'

type JoinedProps = Pick<UserDetail, 'orgs'> & {
  /** The list of organisations, below which each has a page; undefined if the reader cannot open it. */
  list: string | undefined
}

/** Organisations of a user, primary one first. */
export const JoinedOrganizations = ({ orgs, list }: JoinedProps) =>
  orgs.length === 0 ? (
    <Empty title={t('暂无所属组织')} hint={t('在“组织管理”中添加成员。')} />
  ) : (
    <ul className="user-terms" aria-label={t('组织与岗位')}>
      {orgs.map(({ orgId, orgName, above, primary, duty, post }) => (
        <li key={orgId} className="user-term">
          <div className="user-term-head">
            <h3>
              {list === undefined ? (
                pathText(above, orgName)
              ) : (
                <Link to={`${list}/${orgId}`}>{pathText(above, orgName)}</Link>
              )}
            </h3>
            {primary && <Tag>{t('主组织')}</Tag>}
          </div>
          <p className="user-quiet">{`${t(dutyNames[duty]) || t('成员', { context: 'singular' })} · ${post || t('未设岗位')}`}</p>
        </li>
      ))}
    </ul>
  )
