import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { agentName } from '../../../ui/agent-name.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { ActionLink, Card, CardLink } from './card.tsx'
import { CardRow, CardRows } from './public/card-rows.tsx'
import { usePageLink } from './public/page-link.ts'

type Given<Key extends keyof Workbench> = { [K in Key]: NonNullable<Workbench[Key]> }

const states = {
  open: { text: t('审批中'), tone: 'accent' },
  approved: { text: t('已通过'), tone: 'good' },
  rejected: { text: t('已驳回'), tone: 'danger' },
} as const

/** The user's own permission requests. */
export const RequestsCard = ({ requests }: Given<'requests'>) => {
  const link = usePageLink()
  return (
    <Card title={cardTitles.requests} end={<CardLink to={link(':requests')}>{t('全部申请')}</CardLink>}>
      <CardRows empty={t('暂无权限申请')}>
        {requests.map(({ id, element, state, time, decideTime, decideReason }) => (
          <CardRow
            key={id}
            title={element}
            note={
              decideTime && decideReason !== ''
                ? rich('{time} 处理：{reason}', { time: <RelativeTime at={decideTime} />, reason: decideReason })
                : decideTime
                  ? rich('{time} 处理', { time: <RelativeTime at={decideTime} /> })
                  : rich('{time} 提交', { time: <RelativeTime at={time} /> })
            }
            end={<Tag tone={states[state].tone}>{states[state].text}</Tag>}
          />
        ))}
      </CardRows>
    </Card>
  )
}

/** Companies the user can work in. */
export const CompaniesCard = ({ companies }: Given<'companies'>) => {
  const link = usePageLink()
  return (
    <Card title={cardTitles.companies}>
      <CardRows empty={t('暂无可切换的公司')}>
        {companies.map(({ id, name, current, principal }) => (
          <CardRow
            key={id}
            start={<Avatar name={name} />}
            title={name}
            note={principal ? t('登录账号所在的公司') : t('外部成员', { context: 'singular' })}
            end={
              current ? (
                <Tag tone="accent">{t('当前')}</Tag>
              ) : (
                <ActionLink to={link(':profile')} label={t('切换到 {name}', { name })}>
                  {t('切换')}
                </ActionLink>
              )
            }
          />
        ))}
      </CardRows>
    </Card>
  )
}

/** The last sign-ins, to notice foreign ones. */
export const RecentCard = ({ recent }: Given<'recent'>) => {
  const link = usePageLink()
  return (
    <Card title={cardTitles.recent} end={<CardLink to={link(':security')}>{t('不是本人？修改密码')}</CardLink>}>
      <CardRows empty={t('暂无登录记录')}>
        {recent.map(({ time, ip, area, agent }) => (
          <li key={time} className="workbench-row workbench-sign-in">
            <Time at={time} />
            <span>{area || ip}</span>
            <span className="workbench-quiet" title={agent}>
              {agentName(agent)}
            </span>
          </li>
        ))}
      </CardRows>
    </Card>
  )
}

/** Who to ask. */
export const AdministratorsCard = ({ administrators }: Given<'administrators'>) => (
  <Card title={cardTitles.administrators} note={t('权限、账号方面的问题可直接联系')}>
    <CardRows empty={t('暂无管理员，请联系平台')}>
      {administrators.map(({ id, name, mail }) => (
        <CardRow
          key={id}
          start={<Avatar name={name} />}
          title={name}
          note={mail}
          end={mail !== '' && <CopyButton text={mail} what={t('{name} 的邮箱', { name })} />}
        />
      ))}
    </CardRows>
  </Card>
)
