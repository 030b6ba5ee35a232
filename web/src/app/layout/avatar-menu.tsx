import { chooseOwnLanguage } from '../../shared/entry/choose-own-language.ts'
import { languages } from '../../ui/languages.ts'
import { pageLanguage, t } from '../../ui/texts.ts'
import './avatar-menu.css'
import { BookOpen, LogOut, ShieldCheck, User } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { clearKeptListSettings } from '../../features/communication/list-views/kept-list-settings.ts'
import { usePortrait } from '../../features/identity/account/use-portrait.ts'
import { signOut } from '../../features/identity/session/sign-out.ts'
import { densities, setDensity, setTheme, themes, usePreferences } from '../../shared/entry/preferences.ts'
import type { LoginInfo } from '../../shared/entry/read-session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type PopupAnchor, PopupMenu, type PopupSection } from '../../ui/popup-menu.tsx'
import type { PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import { helpEntry, profileEntry, securityEntry } from '../shell-session.ts'
import { clearStoredTags } from './tag-store.ts'

const themeNames = { light: t('浅色'), dark: t('深色'), system: t('跟随系统') } as const
const densityNames = { roomy: t('宽松'), standard: t('标准'), compact: t('紧凑') } as const

const ownPages = [
  { ...profileEntry, icon: <User size={16} /> },
  { ...securityEntry, icon: <ShieldCheck size={16} /> },
]

const mostInRow = 3
const languageSection: PopupSection[] =
  languages.length < 2
    ? []
    : [
        {
          label: t('语言'),
          isRow: languages.length <= mostInRow,
          items: languages.map(({ tag, name }) => ({
            label: name,
            checked: tag === pageLanguage,
            onPick: () => {
              if (tag !== pageLanguage) void chooseOwnLanguage(tag).catch(() => undefined)
            },
          })),
        },
      ]

const leave = () => {
  clearStoredTags()
  clearKeptListSettings()
  void signOut()
}

/** What the menu offers: during a visit, own pages are left out, as they are available only at home. */
const useSections = ({ act }: LoginInfo, page: PageEntry): PopupSection[] => {
  const { theme, density } = usePreferences()
  const navigate = useNavigate()
  const own = ownPages.map(({ title, path, icon }) => ({ label: title, icon, onPick: () => void navigate(path) }))
  return [
    ...(act === null ? [{ items: own }] : []),
    {
      label: t('主题'),
      isRow: true,
      items: themes.map((each) => ({
        label: themeNames[each],
        checked: theme === each,
        onPick: () => setTheme(each),
      })),
    },
    {
      label: t('密度'),
      isRow: true,
      items: densities.map((each) => ({
        label: densityNames[each],
        checked: density === each,
        onPick: () => setDensity(each),
      })),
    },
    ...languageSection,
    {
      items: [
        {
          label: helpEntry.title,
          icon: <BookOpen size={16} />,
          onPick: () => void navigate(paths.helpAbout(page.component)),
        },
        { label: t('退出登录'), icon: <LogOut size={16} />, onPick: leave },
      ],
    },
  ]
}

/** Menu of the signed-in user: preferences, own pages, help about the page, sign-out. */
export const AvatarMenu = ({ info, page }: { info: LoginInfo; page: PageEntry }) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  const src = usePortrait(info.portrait)
  const sections = useSections(info, page)
  return (
    <>
      <button
        type="button"
        className="avatar-menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerDown={(event) => anchor && event.preventDefault()}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget.getBoundingClientRect())}
      >
        <Avatar name={info.name} src={src} />
        <span className="avatar-menu-name">{info.name}</span>
      </button>
      {anchor && (
        <PopupMenu
          label={t('账号')}
          anchor={anchor}
          align="end"
          header={
            <>
              <strong>{info.name}</strong>
              <span className="avatar-menu-company">{info.view}</span>
            </>
          }
          sections={sections}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}
