// Put before what emscripten links for node: the program gets the environment's variables, if it reads any.
Module.preRun = () => {
    if (typeof ENV !== 'undefined') {
        Object.assign(ENV, process.env);
    }
};
