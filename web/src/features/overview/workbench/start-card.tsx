import type { StartStep, Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { Building2, Network, ShieldCheck, UserPlus } from 'lucide-react'
import { askedCreation, askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { usePageLink } from './public/page-link.ts'
import { type Step, StepsCard } from './steps-card.tsx'

type Wording = Omit<Step, 'done' | 'to'> & { component: string; opensForm: boolean }
const wordings: Readonly<Record<StartStep, Wording>> = {
  company: {
    icon: Building2,
    title: t('开通第一家公司'),
    action: t('新增公司'),
    component: 'sys/companies',
    opensForm: true,
    text: t('选择套餐并设置公司管理员，公司的用户和角色由其管理员管理。'),
  },
  organization: {
    icon: Network,
    title: t('建立组织'),
    action: t('去建立'),
    component: 'sys/orgs',
    opensForm: false,
    text: t('按部门或团队划分成员，可按组织限定数据范围。'),
  },
  user: {
    icon: UserPlus,
    title: t('添加成员'),
    action: t('新增用户'),
    component: 'sys/users',
    opensForm: true,
    text: t('为同事创建账号并授予角色。'),
  },
  secondStep: {
    icon: ShieldCheck,
    title: t('开启二次验证'),
    action: t('去开启'),
    component: ':security',
    opensForm: false,
    text: t('管理员账号权限较大，登录时建议再次验证身份。'),
  },
}

type StartCardProps = { start: NonNullable<Workbench['start']>; onHide: () => void }
/** What sets up a new installation or company, until it is done or put away. */
export const StartCard = ({ start, onHide }: StartCardProps) => {
  const link = usePageLink()
  const steps = start.map(({ step, done }): Step => {
    const { component, opensForm, ...wording } = wordings[step]
    return { ...wording, done, to: link(component, opensForm ? { [askedParams.action]: askedCreation } : {}) }
  })
  const putAway = (
    <Button look="quiet" title={t('可在“编辑布局”中恢复')} onClick={onHide}>
      {t('不再显示')}
    </Button>
  )
  return <StepsCard title={cardTitles.start} steps={steps} end={putAway} />
}
