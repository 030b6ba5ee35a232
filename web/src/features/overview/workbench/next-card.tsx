import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { IdCard, KeyRound, ShieldCheck, UserKey } from 'lucide-react'
import { shortDate } from '../../../ui/relative-time.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { daysUntil } from './moments.ts'
import { usePageLink } from './public/page-link.ts'
import { type Step, StepsCard } from './steps-card.tsx'

type Next = NonNullable<Workbench['next']>

const fieldNames = { portrait: t('头像'), phone: t('手机号'), mail: t('邮箱') } as const

const secondStepText = ({ secondStep, secondStepFrom }: Next) => {
  if (secondStep) return t('登录时会再次验证身份')
  if (secondStepFrom === null) return t('登录时再次验证身份，提高账号安全性。')
  const isPast = Date.parse(secondStepFrom) <= Date.now()
  const text = isPast
    ? t('公司已要求开启，下次登录时须先设置。')
    : t('公司要求在 {secondStepFrom} 前开启，剩 {secondStepFrom2} 天。', {
        secondStepFrom: shortDate(secondStepFrom, Date.now()),
        secondStepFrom2: daysUntil(secondStepFrom),
      })
  return <span className="workbench-warning">{text}</span>
}
const missingText = ({ missing }: Next) => {
  if (missing.length === 0) return t('头像、手机号和邮箱都已填写')
  const names = listText(missing.map((field) => fieldNames[field]))
  return missing.includes('mail') ? t('还缺{names}。邮箱可用于找回密码。', { names }) : t('还缺{names}。', { names })
}
const requestText = (names: readonly string[]) =>
  names.length === 0
    ? t('选择需要的权限并说明用途。')
    : t('选择需要的权限并说明用途，由公司管理员{names}审批。', { names: listText(names) })

const listSteps = (next: Next, admins: readonly string[]): (Omit<Step, 'to'> & { component: string })[] => [
  {
    icon: KeyRound,
    title: t('申请权限'),
    done: false,
    text: requestText(admins),
    action: t('申请权限'),
    component: ':requests',
  },
  {
    icon: ShieldCheck,
    title: t('开启二次验证'),
    done: next.secondStep,
    text: secondStepText(next),
    action: t('去开启'),
    component: ':security',
  },
  {
    icon: IdCard,
    title: t('完善资料'),
    done: next.missing.length === 0,
    text: missingText(next),
    action: t('去完善'),
    component: ':profile',
  },
  {
    icon: UserKey,
    title: t('修改初始密码'),
    done: !next.initialPassword,
    action: t('去修改'),
    component: ':security',
    text: next.initialPassword
      ? t('初始密码由他人设置，请尽快修改。')
      : t('{passwordTime} 已完成', { passwordTime: formatMoment(next.passwordTime) }),
  },
]

/** What a member without rights can do next. */
export const NextCard = ({ next, admins }: { next: Next; admins: readonly string[] }) => {
  const link = usePageLink()
  const steps = listSteps(next, admins).map(({ component, ...step }) => ({ ...step, to: link(component) }))
  return <StepsCard title={cardTitles.next} steps={steps} />
}
