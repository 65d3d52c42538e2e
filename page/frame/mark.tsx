/** A gate whose grating is half raised. The favicon in index.html is the same drawing. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
    <path strokeWidth="2.4" d="M3.5 21V11.5a8.5 8.5 0 0 1 17 0V21" />
    <path strokeWidth="1.9" d="M8.6 5.2V13M12 4.2V15M15.4 5.2V13M6 9.6h12" />
  </svg>
);
