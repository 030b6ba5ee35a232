import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import type { Explanation } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ApproveForm } from './approve-form.tsx'
import { DecisionSteps } from './decision-steps.tsx'
import { GrantForm } from './grant-form.tsx'
import { NeededElement } from './needed-element.tsx'
import { OwnRequest } from './own-request.tsx'
import './explain.css'

const isUnchanged = ({ denial, now }: Explanation) => JSON.stringify(denial?.steps) === JSON.stringify(now.steps)

/** Grants the missing permission: through the open access request, or directly. */
export const Remedy = (explained: Explanation) => {
  const { person, elements, requestId } = explained
  const [drawer, open] = useOverlay()
  const canApprove = useCan(accessRequestsContract.approve)
  const canGrant = useCan(userRolesContract.assignRoles)
  const isRequested = requestId !== null && canApprove
  if (!elements.some(({ roleCount }) => roleCount > 0) || !(isRequested || canGrant)) return null
  const grant = () =>
    open((onClosed) =>
      isRequested ? (
        <ApproveForm id={requestId} person={person.name} onClosed={onClosed} />
      ) : (
        <GrantForm {...explained} onClosed={onClosed} />
      ),
    )
  return (
    <>
      <div>
        <Button look="primary" onClick={grant}>
          {isRequested ? t('处理权限申请') : t('去授权')}
        </Button>
      </div>
      {drawer}
    </>
  )
}

/** Who was denied what, and when. */
const deniedText = (
  { person, page, api }: Explanation,
  { time, visited }: NonNullable<Explanation['denial']>,
): ReactNode => {
  const values = {
    person: <strong>{userName(person)}</strong>,
    time: <Time at={time} />,
    name: (page ?? api)?.name ?? '',
  }
  if (!visited)
    return page
      ? rich('{person}于 {time} 打开页面失败“{name}”', values)
      : rich('{person}于 {time} 被拒绝访问“{name}”', values)
  return page
    ? rich('{person}于 {time} 在访问公司“{visited}”时打开页面失败“{name}”', { ...values, visited })
    : rich('{person}于 {time} 在访问公司“{visited}”时被拒绝访问“{name}”', { ...values, visited })
}

/** A decision about one user: how it was made, what holds now, and how to change it. */
export const Explained = (explained: Explanation) => {
  const { denial, person, api, page, now, advice, elements } = explained
  const { data: me } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  const isNowAllowed = denial !== null && now.allowed
  return (
    <section className="decision" aria-label={t('权限判定')}>
      <p>
        {denial ? deniedText(explained, denial) : <strong>{userName(person)}</strong>}{' '}
        {isNowAllowed && <Tag tone="good">{t('现已可访问')}</Tag>}
        {!denial && <Tag tone={now.allowed ? 'good' : 'warn'}>{now.allowed ? t('可以访问') : t('不能访问')}</Tag>}
      </p>
      {api && (
        <p className="explain-quiet">
          <code>
            {api.method} {api.path}
          </code>
        </p>
      )}
      {page && (
        <p className="explain-quiet">
          <code>{page.path}</code>
        </p>
      )}
      {advice && <Note space="none">{advice}</Note>}
      {denial && (
        <>
          <h3>{isUnchanged(explained) ? t('判定过程') : t('当时判定')}</h3>
          <DecisionSteps steps={denial.steps} label={t('当时判定')} />
        </>
      )}
      {!(denial && isUnchanged(explained)) && (
        <>
          <h3>{t('当前判定')}</h3>
          <DecisionSteps steps={now.steps} label={t('当前判定')} />
        </>
      )}
      {!now.allowed && elements.length > 0 && (
        <>
          <h3>{elements.length > 1 ? t('拥有任一权限点即可') : t('需要的权限点')}</h3>
          <ul className="needed-elements">
            {elements.map((element) => (
              <NeededElement key={element.code} {...element} />
            ))}
          </ul>
        </>
      )}
      {!now.allowed && me && (me.id === person.id ? denial && <OwnRequest {...denial} /> : <Remedy {...explained} />)}
    </section>
  )
}
