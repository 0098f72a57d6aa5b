/** The page: a rail of views, and the view that the address names. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AskView } from './ask-view.js';
import { CheckView } from './check-view.js';
import { CompareView } from './compare-view.js';
import { HistoryView } from './history-view.js';
import { Icon } from './icons.js';
import { ShortcutList, useKeyboard } from './keyboard.js';
import { LabView } from './lab-view.js';
import { LibraryView } from './library-view.js';
import { followed, usePlace } from './route.js';
import { RunView } from './run-view.js';
import { LiveRegion } from './said.js';
import { SettingsView } from './settings-view.js';
import { applyTheme, isRailNarrow, setRailNarrow } from './theme.js';
import './style/base.css';
import './style/layout.css';
import './style/answer.css';
import './style/machinery.css';
import './style/lab.css';
import './style/print.css';

const VIEWS = [
  ['/', 'Ask', 'ask'],
  ['/compare', 'Compare', 'compare'],
  ['/library', 'Library', 'library'],
  ['/check', 'Check', 'check'],
  ['/history', 'History', 'history'],
  ['/lab', 'Lab', 'lab'],
  ['/settings', 'Settings', 'settings'],
] as const;
const ON_A_PHONE = 4;

function Page() {
  const { path, query } = usePlace();
  const [keys, setKeys] = useState(false);
  useKeyboard(() => setKeys(true));
  const isHere = (to: string) => (to === '/' ? path === '/' || path.startsWith('/runs/') : path.startsWith(to));
  const title = VIEWS.find(([to]) => isHere(to))?.[1];
  useEffect(() => {
    if (!path.startsWith('/runs/')) document.title = title && path !== '/' ? `${title} · Winnow` : 'Winnow';
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <nav class="rail" aria-label="Views">
        {VIEWS.map((view) => (
          <ViewLink view={view} isHere={isHere(view[0])} />
        ))}
        <FoldRail />
        <More views={VIEWS.slice(ON_A_PHONE)} isHere={isHere} path={path} />
      </nav>
      <View path={path} query={query} />
      <LiveRegion />
      <ShortcutList open={keys} close={() => setKeys(false)} />
    </>
  );
}

type ListedView = (typeof VIEWS)[number];

function ViewLink({ view: [to, label, icon], isHere }: { view: ListedView; isHere: boolean }) {
  return (
    <a href={to} onClick={followed} {...(isHere && { 'aria-current': 'page' as const })}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

function FoldRail() {
  const [narrow, setNarrow] = useState(isRailNarrow);
  const fold = () => {
    setRailNarrow(!narrow);
    setNarrow(!narrow);
  };
  return (
    <button type="button" class="quiet fold" aria-label={narrow ? 'Unfold the rail' : 'Fold the rail'} onClick={fold}>
      <Icon name={narrow ? 'unfold' : 'fold'} />
    </button>
  );
}

/** On a phone the bar has room for four views; the others are behind this. */
function More({
  views,
  isHere,
  path,
}: {
  views: readonly ListedView[];
  isHere: (to: string) => boolean;
  path: string;
}) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <details class="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class={views.some(([to]) => isHere(to)) ? 'here' : ''}>
        <Icon name="more" />
        <span>More</span>
      </summary>
      <div>
        {views.map((view) => (
          <ViewLink view={view} isHere={isHere(view[0])} />
        ))}
      </div>
    </details>
  );
}

function View({ path, query }: { path: string; query: URLSearchParams }) {
  const [, view, ...rest] = path.split('/').map(decodeURIComponent);
  if (view === 'runs' && rest[0]) return <RunView key={rest[0]} id={rest[0]} />;
  if (view === 'history') return <HistoryView />;
  if (view === 'compare') return <CompareView query={query} />;
  if (view === 'check') return <CheckView />;
  if (view === 'library') return <LibraryView parts={rest} query={query} />;
  if (view === 'lab') return <LabView parts={rest} query={query} />;
  if (view === 'settings') return <SettingsView />;
  return <AskView query={query} />;
}

applyTheme();
const root = document.getElementById('page');
if (root) render(<Page />, root);
