import {
  explainContract,
  type OwnExplanation as OwnExplanationReply,
} from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Note } from '../../../ui/note.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { OwnRequest } from './own-request.tsx'
import './explain.css'

const missingPermissionText = ({ page, permissions: [first], visited }: OwnExplanationReply) => {
  if (visited && !visited.planned)
    return first
      ? t('公司“{company}”的套餐不包含权限“{first}”，调整套餐后方可访问。', { company: visited.company, first })
      : t('公司“{company}”的套餐不包含该操作，调整套餐后方可访问。', { company: visited.company })
  if (page) return first ? t('您没有该页面的访问权限，可向管理员申请。') : t('您没有该页面的访问权限，请联系管理员。')
  return first
    ? t('您没有该操作所需的权限“{first}”，可向管理员申请。', { first })
    : t('该操作目前未对任何人开放，请联系管理员。')
}

/** Explains a denial to the denied user, without roles and other users. */
export const OwnExplanation = ({ traceId, address }: { traceId: string; address: string | undefined }) => {
  const { data, error, refetch } = useRead(
    explainContract.mine,
    { query: { traceId } },
    { staleTime: 0, toasts: false, dependsOnRights: true },
  )
  if (error instanceof CallError)
    return error.code === explainErrors.noDenial.code ? (
      <Empty title={error.msg} hint={t('可将追踪号 {traceId} 告知管理员。', { traceId })} />
    ) : (
      <ErrorBlock msg={error.msg} traceId={error.traceId} onRetry={() => void refetch()} />
    )
  if (!data) return null
  const { what, page, time, permissions, visited, allowedNow } = data
  return (
    <section className="decision" aria-label={t('权限判定')}>
      {allowedNow ? (
        <Note space="none" tone="good">
          {page ? t('您现已可访问“{what}”，请重新打开。', { what }) : t('您现已可访问“{what}”，请重新操作。', { what })}
        </Note>
      ) : (
        <Note space="none">{missingPermissionText(data)}</Note>
      )}
      <Facts
        facts={{
          被拒绝的操作: address ? rich('打开页面 {address}', { address: <code>{address}</code> }) : what,
          访问的公司: visited?.company,
          需要的权限:
            permissions.length > 1
              ? t('{permissions}（任意一项）', { permissions: listText(permissions) })
              : permissions[0],
          [t('当前', { context: 'time' })]: (
            <Tag tone={allowedNow ? 'good' : 'plain'}>{allowedNow ? t('已可访问') : t('无权限')}</Tag>
          ),
          时间: <Time at={time} />,
          追踪号: (
            <>
              <code>{data.traceId}</code> <CopyButton text={data.traceId} what={t('追踪号')} />
            </>
          ),
        }}
      />
      <OwnRequest traceId={data.traceId} />
    </section>
  )
}
