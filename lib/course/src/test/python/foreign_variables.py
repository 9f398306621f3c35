"""What the machine of a learner or an instructor may hold for other Java programs; none of it may reach a kernel."""

FOREIGN = {
    "JJAVA_STARTUP_SCRIPT": "int x = ;",
    "JJAVA_STARTUP_SCRIPTS_PATH": "/nowhere/*",
    "JJAVA_COMPILER_OPTS": "-no-such-option",
    "JJAVA_LOAD_EXTENSIONS": "0",
    "JJAVA_TIMEOUT": "1 NO_UNIT",
    "JJAVA_CLASSPATH": "/nowhere/*.jar",
    "JJAVA_JVM_OPTS": "-XX:NoSuchOption",
    "JAVA_TOOL_OPTIONS": "-javaagent:/nowhere.jar",
    "JDK_JAVA_OPTIONS": "-XX:NoSuchOption",
    "_JAVA_OPTIONS": "-XX:NoSuchOption",
    "CLASSPATH": "/nowhere",
}
