import {
  Building2,
  ChevronRight,
  ClipboardList,
  History,
  LogOut,
  type LucideIcon,
  MonitorCog,
  ShieldCheck,
  SquareCheck,
  User,
} from 'lucide-react'
import { Link } from 'react-router'
import { usePortrait } from '../../features/identity/account/use-portrait.ts'
import { signOut } from '../../features/identity/session/sign-out.ts'
import { chooseOwnLanguage } from '../../shared/entry/choose-own-language.ts'
import { setTheme, themes, usePreferences } from '../../shared/entry/preferences.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { languages } from '../../ui/languages.ts'
import { Segments } from '../../ui/segments.tsx'
import { t } from '../../ui/texts.ts'
import { paths } from '../paths.ts'
import { useSession } from '../use-session.ts'
import './lines.css'
import './me-page.css'

const themeNames = { light: t('浅色'), dark: t('深色'), system: t('跟随系统') } as const
const themeOptions = themes.map((value) => ({ value, label: themeNames[value] }))
const ownPages: readonly { text: string; to: string; icon: LucideIcon }[] = [
  { text: t('个人资料'), to: paths.profile, icon: User },
  { text: t('安全与设备'), to: paths.security, icon: ShieldCheck },
  { text: t('已授权的应用'), to: paths.consents, icon: SquareCheck },
  { text: t('应用申请'), to: paths.requests, icon: ClipboardList },
  { text: t('我的公司'), to: paths.companies, icon: Building2 },
  { text: t('我的日志'), to: paths.log, icon: History },
]

/** Entries of the user's own corner, and the way out. */
export const MePage = () => {
  const { name, account, view, portrait } = useSession()
  const src = usePortrait(portrait)
  const { theme } = usePreferences()
  return (
    <div className="me-page">
      <Link className="me-page-card" to={paths.profile}>
        <Avatar name={name} src={src} />
        <span>
          <strong>{name}</strong>
          <span>{`${account} · ${view}`}</span>
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
      <ul className="me-page-lines me-page-own lines">
        {ownPages.map(({ text, to, icon: Drawn }) => (
          <li key={to}>
            <Link to={to}>
              <Drawn size={20} strokeWidth={1.75} aria-hidden="true" />
              <span>{text}</span>
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <ul className="me-page-lines lines">
        <li className="me-page-theme">
          <span>{t('主题')}</span>
          <Segments label={t('主题')} options={themeOptions} value={theme} onChange={setTheme} />
        </li>
        {languages.length > 1 && (
          <li className="me-page-theme">
            <span>{t('语言')}</span>
            <LanguageSelect onChoose={(tag) => void chooseOwnLanguage(tag).catch(() => undefined)} />
          </li>
        )}
        <li>
          <a href="/console/">
            <MonitorCog size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>{t('管理控制台')}</span>
            <ChevronRight size={18} aria-hidden="true" />
          </a>
        </li>
        <li>
          <button type="button" onClick={() => void signOut()}>
            <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>{t('退出登录')}</span>
          </button>
        </li>
      </ul>
    </div>
  )
}
