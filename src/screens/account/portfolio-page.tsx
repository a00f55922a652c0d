import { useQuery } from '@tanstack/react-query'
import { contentContract } from '#contracts/content'
import type { Portfolio } from '#rules/content'
import { Badge } from '#ui/data/badge.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { Card } from '#ui/data/card.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { pageTexts } from '../storefront/words/words.texts.ts'
import styles from './portfolio-page.module.css'

/** My Portfolio: the shop's developer, on one sheet. */
export default function PortfolioPage() {
  const read = useQuery({ queryKey: ['portfolio'], queryFn: () => call(contentContract.getPortfolio, {}) })
  return (
    <>
      <DocumentHead title={pageTexts.myPortfolio} hiddenFromSearch />
      <PageTitle lead={pageTexts.portfolioLead}>{pageTexts.myPortfolio}</PageTitle>
      {read.isPending && <Placeholder />}
      {read.isError && !read.data && (
        <ReadFailed
          title={pageTexts.portfolioFailed}
          error={read.error}
          isTrying={read.isFetching}
          onTry={() => void read.refetch()}
        />
      )}
      {read.data && <Sheet portfolio={read.data} />}
    </>
  )
}

function Sheet({ portfolio }: { portfolio: Portfolio }) {
  const { biography, skills, education, projects, contact } = portfolio
  return (
    <div className={styles.sheet}>
      <Head portfolio={portfolio} />
      <div className={styles.about}>
        <section className={styles.text} aria-labelledby="biography">
          <h2 id="biography">{pageTexts.biography}</h2>
          {biography.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
        <Contact contact={contact} />
      </div>
      <section aria-labelledby="projects" className={styles.part}>
        <h2 id="projects">{pageTexts.projects}</h2>
        <ul role="list" className={styles.projects}>
          {projects.map(project => (
            <Project key={project.title} project={project} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="skills" className={styles.part}>
        <h2 id="skills">{pageTexts.skills}</h2>
        <dl className={styles.skills}>
          {skills.map(({ title, items }) => (
            <div key={title}>
              <dt>{title}</dt>
              {items.map(item => (
                <dd key={item}>{item}</dd>
              ))}
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="education" className={styles.part}>
        <h2 id="education">{pageTexts.education}</h2>
        <ol role="list" className={styles.education}>
          {education.map(({ years, title, place, text }) => (
            <li key={title}>
              <p className={styles.years}>{years}</p>
              <h3>{title}</h3>
              <p className={styles.place}>{place}</p>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The head of the sheet: name and role, drawn like the title block of a drawing. */
function Head({ portfolio: { name, role, place, lead, facts } }: { portfolio: Portfolio }) {
  return (
    <section className={styles.head} data-theme="dark" aria-label={name}>
      <Monogram name={name} />
      <div className={styles.words}>
        <p className={styles.role}>{role}</p>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.lead}>{lead}</p>
        <p className={styles.where}>{place}</p>
      </div>
      <dl className={styles.block}>
        {facts.map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/** The initials in a circle with its centre lines and its dimension, as a part would be drawn. */
function Monogram({ name }: { name: string }) {
  const initials = name
    .split(' ')
    .map(word => word.charAt(0))
    .join('')
  return (
    <svg viewBox="0 0 200 200" role="img" aria-label={pageTexts.monogramOf(name)} className={styles.monogram}>
      <path className={styles.fine} d="M100 4v192M4 100h192" strokeDasharray="18 5 4 5" />
      <circle cx="100" cy="100" r="74" />
      <circle className={styles.fine} cx="100" cy="100" r="62" />
      <path className={styles.accent} d="M152.3 47.7L178 22h18M152.3 47.7l4-10.6 6.6 6.6z" />
      <text x="100" y="123" textAnchor="middle">
        {initials}
      </text>
    </svg>
  )
}

function Contact({ contact }: { contact: Portfolio['contact'] }) {
  return (
    <Card as="section" className={styles.contact} aria-labelledby="contact">
      <h2 id="contact">{pageTexts.getInTouch}</h2>
      <p>{contact.text}</p>
      <p className={styles.ways}>
        <a href={`mailto:${contact.email}`}>{contact.email}</a>
        <a href={`tel:${contact.phone.replaceAll(' ', '')}`}>{contact.phone}</a>
      </p>
    </Card>
  )
}

function Project({ project: { title, text, tags, action } }: { project: Portfolio['projects'][number] }) {
  return (
    <Card as="li" className={styles.project}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className={styles.tags}>
        {tags.map(tag => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
      {action && (
        <LinkButton to={action.to} size="small">
          {action.label}
        </LinkButton>
      )}
    </Card>
  )
}

function Placeholder() {
  return (
    <div role="status" className={styles.sheet}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      <Skeleton className={styles.headPlace ?? ''} />
      <div className={styles.about}>
        <Skeleton shape="picture" />
        <Skeleton shape="picture" />
      </div>
    </div>
  )
}
