import './avatar.css'

type Props = {
  name: string
  /** Image; by default the first letter of the name. */
  src?: string | undefined
}

/** A user's avatar. The name is always shown beside it. */
export const Avatar = ({ name, src }: Props) =>
  src ? (
    <img className="avatar" src={src} alt="" />
  ) : (
    <span className="avatar" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
