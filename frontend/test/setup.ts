import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// A wait ends when it is met; the default limit of 1 s is too short for a busy machine that imports a part of the page.
configure({ asyncUtilTimeout: 20_000 });
