import '../app-logo.css'

/** The picture of an application, or the first letter of its name. */
export const AppLogo = ({ name, logo, small = false }: { name: string; logo: string; small?: boolean }) => (
  <span className={small ? 'app-logo app-logo-small' : 'app-logo'} aria-hidden>
    {logo === '' ? [...name][0] : <img src={logo} alt="" />}
  </span>
)
