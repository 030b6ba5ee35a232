import './home.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SignIns } from './sign-ins.tsx'
import { Welcome } from './welcome.tsx'

type QuickEntry = { path: string; title: string; icon: ReactNode }

type HomePageProps = {
  entries: readonly QuickEntry[]
  /** Pending items that need an answer. */
  notice: ReactNode
  /** Whether the user is in their own company: sign-ins are not shown elsewhere. */
  isOwn: boolean
}

/** The workbench: greeting, shortcuts and recent sign-ins. */
export const HomePage = ({ entries, notice, isOwn }: HomePageProps) => (
  <div className="home">
    <Welcome />
    {notice}
    <section className="home-card" aria-labelledby="home-entries">
      <h2 id="home-entries">快捷入口</h2>
      {entries.length === 0 ? (
        <p className="home-note">暂无可用菜单，请联系管理员授权</p>
      ) : (
        <ul className="home-entries">
          {entries.map(({ path, title, icon }) => (
            <li key={path}>
              <Link className="home-entry" to={path}>
                <span className="home-entry-icon">{icon}</span>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
    {isOwn && (
      <section className="home-card" aria-labelledby="home-sign-ins">
        <h2 id="home-sign-ins">最近登录</h2>
        <SignIns />
      </section>
    )}
  </div>
)
